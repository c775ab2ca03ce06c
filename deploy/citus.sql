-- Distributes bars, splits, dividends and indicators over the nodes of a Citus cluster, colocated by stock. Run it once, on the
-- coordinator, after migrating the schema and while Stockbook is stopped: docs/operations.md.

-- Fails without the extension, before anything is changed.
select citus_version();

-- Stocks and users stay on the coordinator, and a distributed table cannot reference a table there. As reference tables they
-- would have to be locked on all nodes at every sign-in: simultaneous ones deadlock, and one dead node stops all of them.
alter table stock_split drop constraint if exists stock_split_stock_id_foreign;
alter table stock_dividend drop constraint if exists stock_dividend_stock_id_foreign;
alter table calculated_indicator drop constraint if exists calculated_indicator_stock_id_foreign;
alter table calculated_indicator drop constraint if exists calculated_indicator_user_id_foreign;

select create_distributed_table('price_bar', 'stock_id');
select create_distributed_table('stock_split', 'stock_id', colocate_with => 'price_bar');
select create_distributed_table('stock_dividend', 'stock_id', colocate_with => 'price_bar');
select create_distributed_table('calculated_indicator', 'stock_id', colocate_with => 'price_bar');

-- Frees what the coordinator still keeps of the rows that are now on the nodes.
select truncate_local_data_after_distributing_table('price_bar');
select truncate_local_data_after_distributing_table('stock_split');
select truncate_local_data_after_distributing_table('stock_dividend');
select truncate_local_data_after_distributing_table('calculated_indicator');
